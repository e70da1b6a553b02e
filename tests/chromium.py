"""The browser for the journeys: found on this machine, or fetched where that is ours to do."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ON_A_MAC = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
# Every window of Chromium loads two pages of its own for the address bar, which no journey uses.
# Playwright's list of what is off is not added to but replaced: its names that matter come first.
OFF = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"),
    *("NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
)
PLAIN = ("--no-sandbox", "--disable-gpu", f"--disable-features={','.join(OFF)}")
NOT_RUN = "!!! NO CHROMIUM ON THIS MACHINE: THE BROWSER JOURNEYS ARE NOT RUN !!!"


def find() -> str | None:
    """Where Chromium is, or None."""
    named = (shutil.which(name) for name in NAMES)
    on_a_mac = (path for path in ON_A_MAC if Path(path).is_file())
    return next((path for path in (*named, *on_a_mac) if path), None)


def can_be_driven() -> bool:
    """Whether Playwright's own program starts: a bare machine may lack a library of it."""
    asked = [sys.executable, "-m", "playwright", "--version"]
    return subprocess.run(asked, capture_output=True).returncode == 0


def fetch() -> None:
    """Install it on Debian as root; elsewhere that is for the owner of the machine to decide."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    sys.stdout.write("Installing Chromium (once) ...\n")
    sys.stdout.flush()
    told = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update"], ["install", "-y", "chromium", "libatomic1"]):
        done = subprocess.run(["apt-get", "-qq", *words], env=told, capture_output=True, text=True)
        if done.returncode != 0:
            sys.stdout.write(done.stderr)


def is_required() -> bool:
    """Whether a run without the journeys must fail."""
    return os.environ.get("CI", "").lower() in ("1", "true")


def main() -> None:
    """Fetch it where it is missing; say loudly when it cannot be had."""
    if not is_there():
        fetch()
    if not is_there():
        sys.stdout.write(f"{NOT_RUN}\n")
        sys.exit(1 if is_required() else 0)


def is_there() -> bool:
    """Whether the journeys can be run."""
    return find() is not None and can_be_driven()


if __name__ == "__main__":
    main()

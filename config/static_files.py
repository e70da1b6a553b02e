"""How static files are kept: compressed, and named by the fingerprint of their content."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

# The scripts of others are left as they are: in theirs such words may stand in a comment.
OUR_SCRIPTS = "js/*.js"
IMPORT = r'(?m)^(?P<matched>(?P<what>(?:import|export) [^"\';]+ from|import) "(?P<url>\./[^"]+)";)$'


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # no types
    """WhiteNoise's, where our scripts import each other by fingerprint, too.

    A name follows from the names it imports, so each pass settles one step of the longest way from
    a page's script to the last it needs: Django's five passes are too few.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (OUR_SCRIPTS, ((IMPORT, '%(what)s "%(url)s";'),)),
    )
    max_post_process_passes = 20

# Two images from one file: `web` (also worker, beat and the one-off preparation) and `proxy`.
FROM python:3.11.14-slim-bookworm AS web
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PATH="/app/.venv/bin:$PATH"
WORKDIR /app
COPY pyproject.toml ./
COPY config/machine/install.py ./config/machine/
COPY config/locks ./config/locks
RUN python3 config/machine/install.py
COPY . .
# Compressed and fingerprinted once, here: the container's own files are never written to.
RUN python -m config.machine.ready static \
    && useradd --system --uid 1000 --no-create-home shuffle-up \
    && mkdir -p var/backups var/heads && chown 1000 var/backups var/heads
USER shuffle-up
EXPOSE 8000
CMD ["python", "-m", "config.web", "-v", "0", "-b", "0.0.0.0", "-p", "8000", "config.asgi:application"]

FROM caddy:2.11.7-alpine AS proxy
COPY deploy/Caddyfile /etc/caddy/Caddyfile
# The binary may bind low ports by itself; only its certificates must be writable.
RUN adduser -S -u 1000 proxy && chown -R 1000 /data /config
USER 1000

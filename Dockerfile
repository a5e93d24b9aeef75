# The image of Choice; compose.yaml adds the database. Neither the build nor the image contains secrets.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --create-home choice \
  && install -d -o choice -g choice -m 0711 /data && install -d -o choice -g choice -m 0700 /backups
WORKDIR /app
# Owned by root, because Choice never changes its own files.
COPY --from=build /app /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data LOG_FILE=- MALLOC_ARENA_MAX=2
USER choice
VOLUME /data /backups
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Takes commands as arguments: docker compose exec choice node scripts/start.mjs admin operators
ENTRYPOINT ["node", "scripts/start.mjs"]

# Glassdrum in a container: only what runs, as a user without rights, on a root file system that may be read-only. Keys, images and
# the database are in /data, a volume. docs/install.md says how to run it; compose.yaml is ready to use.

ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /src
# Packages are installed anew only when one of these changed.
COPY package.json package-lock.json .npmrc ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/
COPY packages/fair-draw/package.json packages/fair-draw/
COPY packages/fair-draw/cli/fair-draw.mjs packages/fair-draw/cli/
COPY packages/raffle-rules/package.json packages/raffle-rules/
COPY packages/show/package.json packages/show/
RUN npm ci
COPY . .
RUN npm run build && npm run assemble -- /app

FROM node:${NODE_VERSION}-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir --mode=700 /data && chown node:node /data
COPY --from=build /app /app
WORKDIR /app
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/dist/main.js"]

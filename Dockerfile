# Kerbside as an image: the build without compilers, tests or npm. docs/install.md says how it is run.
FROM node:24-slim AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run package -- --folder /package

FROM node:24-slim
# Yarn and npm are for builds. Any uid may write into /data, as into /tmp: the files are its own.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* /usr/local/bin/npm /usr/local/bin/npx \
      /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
    && ln -s /opt/kerbside/program/lib/commands/kerbside.js /usr/local/bin/kerbside \
    && install -d -m 1777 /data
COPY --from=build /package /opt/kerbside
ENV HOST=0.0.0.0 KERBSIDE_DATA=/data
# Relative paths, and a .env, begin here.
WORKDIR /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["kerbside", "health"]
ENTRYPOINT ["kerbside"]

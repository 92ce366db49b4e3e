# ccdag with its store, from the published packages:
#   docker build -t ccdag .
#   docker run --rm -v ~/.claude:/home/node/.claude:ro ccdag usage
FROM node:24-slim
ARG VERSION=latest
RUN npm install --global "ccdag@$VERSION"
# The store, in the range that this version asks for.
RUN npm install --global "@ccdag/server@$(node -p "require('$(npm root --global)/ccdag/package.json').peerDependencies['@ccdag/server']")"
RUN npm cache clean --force
USER node
WORKDIR /home/node
ENTRYPOINT ["ccdag"]
CMD ["--help"]

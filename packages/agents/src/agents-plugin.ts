import type { Extension } from "@ccdag/core";
import type { Plugin } from "unified";
import { agents } from "./agents.ts";

declare module "unified" {
  interface Data {
    /** Extensions of the reading half. The rules of the last one run first. */
    ccdagExtensions?: Extension[] | undefined;
  }
}

/** unified plugin: adds {@link agents} to the `ccdagExtensions` of a processor. */
const ccdagAgents: Plugin = function () {
  const data = this.data();
  data.ccdagExtensions = [agents(), ...(data.ccdagExtensions ?? [])];
};

export default ccdagAgents;

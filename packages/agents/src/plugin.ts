import type { Extension } from "@ccdag/core";
import type { Plugin } from "unified";
import { agents } from "./agents.ts";

declare module "unified" {
  interface Data {
    /** Extensions of the reading wing; rules of the last one are asked first. */
    ccdagExtensions?: Extension[] | undefined;
  }
}

/** unified plugin: adds {@link agents} to the extensions of the reading wing. */
const ccdagAgents: Plugin = function () {
  const data = this.data();
  data.ccdagExtensions = [agents(), ...(data.ccdagExtensions ?? [])];
};

export default ccdagAgents;

import type { Root } from "@ccdag/ccast";
import type { Plugin } from "unified";
import { RequestError } from "./request-error.ts";

/** The renderer of a database: in memory there is none. */
const noDatabase: Plugin<[], Root, string> = function () {
  this.compiler = () => {
    throw new RequestError("Unexpected format `sqlite`, which only `ccdag export` writes; expected csv or parquet");
  };
};

export default noDatabase;

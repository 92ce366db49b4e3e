declare module "*.css";
declare module "*.vue" {
  import type { Component } from "vue";

  const component: Component;
  export default component;
}

/** The path of the worker of the playground in the site. */
declare const workerOfPlayground: string;

import type { Extension, Tool } from "@ccdag/mdast";
import type { Plugin } from "unified";

declare module "unified" {
  interface Data {
    ccdagToMdastExtensions?: Extension[] | undefined;
  }
}

/** A call that makes a ticket: its title on the fold, its text as it was written, its labels in a line. */
const createTicket: Tool = {
  title: ({ title, project }) => [project, title].filter((value) => typeof value === "string").join(": "),
  view(call, state) {
    const { text, labels } = call.input as { text?: unknown; labels?: unknown };
    const words = Array.isArray(labels) ? labels.map(String).join(", ") : "";
    return [
      ...(typeof text === "string" ? state.markdown(text) : []),
      ...(words === "" ? [] : [state.paragraph(`Labels: ${words}`)]),
      ...state.result(call),
    ];
  },
};

/** unified plugin: shows tickets as what they are, in Markdown and in HTML. */
const ccdagToolTickets: Plugin = function () {
  const data = this.data();
  const tools = { mcp__tickets__create: createTicket };
  data.ccdagToMdastExtensions = [...(data.ccdagToMdastExtensions ?? []), { tools }];
};

export default ccdagToolTickets;

import type { MdastExtension, Tool } from "@ccdag/mdast";
import type { Plugin } from "unified";

declare module "unified" {
  interface Data {
    ccdagToMdastExtensions?: MdastExtension[] | undefined;
  }
}

/** The view of a call that creates a ticket: its title in the heading of the section, then its text and its labels. */
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

/** unified plugin: show calls of a ticket system as tickets, in Markdown and in HTML. */
const ccdagToolTickets: Plugin = function () {
  const data = this.data();
  const tools = { mcp__tickets__create: createTicket };
  data.ccdagToMdastExtensions = [...(data.ccdagToMdastExtensions ?? []), { tools }];
};

export default ccdagToolTickets;

// Two sites are built: the whole one, and one of the pages that tests open in a browser. That one does not change with every
// document, so the tests in a browser need not be repeated for each of them.

/** Pages that the tests in a browser open, look at or search for. */
const tested =
  /^(?:index|guides\/(?:start|years)|reference\/\w+|rules\/.*|format\/versions|evidence\/peers|project\/figures|gallery|playground.*)\.md$/;

const isTested = process.env["CCDAG_SITE"] === "tested";

/** The site that is built in this process: where its pages and its output are, relative to the app, and what it has. */
export const variant: {
  readonly isWhole: boolean;
  readonly pages: string;
  readonly site: string;
  has(page: string): boolean;
} = isTested
  ? { isWhole: false, pages: "out/tested/pages", site: "out/tested/site", has: (page) => tested.test(page) }
  : { isWhole: true, pages: "out/pages", site: "out/site", has: () => true };

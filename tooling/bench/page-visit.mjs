// Visits a page as a reader does, and measures how long it is busy.

/**
 * The figures of one visit, in milliseconds: the first paint, and for each thing that a reader does the longest task of the page in
 * processor time, which other programs do not disturb. While the page opens, what the parser of the browser takes is apart.
 *
 * @param browser a browser of playwright.
 * @param url the address of the page.
 * @param slow how many times slower than this machine the processor is.
 */
export async function figuresOf(browser, url, slow) {
  const empty = await paintOf(browser, "data:text/html,<!doctype html><p>empty", slow);
  const paint = await paintOf(browser, url, slow);
  const { context, page } = await slowPage(browser, slow);
  const { tasks: opening, work } = await traced(browser, page, () => page.goto(url));
  const all = await page.evaluate(() => performance.timing.loadEventStart - performance.timing.navigationStart);
  const scripts = opening.flatMap(({ inside }) => inside.filter(({ name }) => name === "EvaluateScript"));
  const figures = {
    "first paint": paint,
    "first paint of an empty page": empty,
    "first paint: processor time": work,
    "the whole page is there after": all,
    "opening: longest step of the parser": longest(opening.filter(isParsing)),
    "opening: the script": longest(scripts),
    "opening: longest other task": longest(opening.filter((task) => !isParsing(task))),
  };
  const visit = {
    scrolling,
    "keys j, k, e": keys,
    "a link near the end": jump,
    "a filter": filter,
    "open all": openAll,
    search,
  };
  for (const [name, act] of Object.entries(visit))
    figures[`${name}: longest task`] = longest((await traced(browser, page, () => act(page))).tasks);
  await context.close();
  return figures;
}

async function slowPage(browser, slow) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slow });
  return { context, page };
}

/** The time until the first paint of a page that nothing else is measured of. */
async function paintOf(browser, url, slow) {
  const { context, page } = await slowPage(browser, slow);
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  await context.close();
  return paint;
}

function isParsing({ inside }) {
  return inside.some(({ name }) => name === "ParseHTML" || name.startsWith("NavigationBody"));
}

function threadOf({ pid, tid }) {
  return `${pid}/${tid}`;
}

function longest(tasks) {
  return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1000), 0);
}

/**
 * The tasks of the main thread of a page while something is done, and until 2 s after it, each with the events in it; and the
 * processor time of all tasks until the first paint.
 */
async function traced(browser, page, act) {
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "loading"] });
  await act();
  await page.waitForTimeout(2000);
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  const mains = new Set(
    traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(threadOf),
  );
  const events = traceEvents.filter((event) => event.ph === "X" && mains.has(threadOf(event)));
  const all = events.filter(({ name }) => name.includes("RunTask"));
  const tasks = all.flatMap((task) => {
    if (!(task.tdur > 10_000)) return [];
    const end = task.ts + task.dur;
    const isInside = (one) => one !== task && threadOf(one) === threadOf(task) && one.ts >= task.ts && one.ts < end;
    return [{ ...task, inside: events.filter(isInside) }];
  });
  const painted = traceEvents.find(({ name }) => name === "firstContentfulPaint");
  const early = painted ? all.filter((task) => threadOf(task) === threadOf(painted) && task.ts < painted.ts) : [];
  return { tasks, work: early.reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0) };
}

/** To the end and back, a screen at a time. */
async function scrolling(page) {
  await page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the function runs in the page
    const frame = () => new Promise(requestAnimationFrame);
    for (let screen = 0; screen < 60; screen++) {
      scrollBy({ top: innerHeight, behavior: "instant" });
      await frame();
    }
    scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
    for (let step = 0; step < 10; step++) await frame();
    scrollTo({ top: 0, behavior: "instant" });
    await frame();
  });
}

async function keys(page) {
  for (const key of ["j", "j", "j", "j", "k", "e", "e", "E"]) await page.keyboard.press(key);
}

/** To a turn near the end, from the contents. */
async function jump(page) {
  await page.evaluate(() => [...document.querySelectorAll(".side nav a")].at(-3).click());
}

async function search(page) {
  await page.keyboard.press("/");
  await page.keyboard.type("keeps what it", { delay: 40 });
  await page.waitForFunction(() => document.querySelector(".search output").textContent !== "");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.locator(".search input").fill("");
  await page.keyboard.press("Escape");
}

async function filter(page) {
  for (const kind of ["tool", "thinking", "tool", "thinking"])
    await page.evaluate((name) => document.querySelector(`.filters [data-kind=${name}]`).click(), kind);
}

async function openAll(page) {
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("o");
  await page.keyboard.press("c");
}

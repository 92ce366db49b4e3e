import { all, goTo, makeButton, type Scope, word } from "./dom.ts";

/** The images of the content, in order, by the prompt of their turn. */
function turnsOf({ root }: Scope): Map<Element | undefined, HTMLImageElement[]> {
  const turns = new Map<Element | undefined, HTMLImageElement[]>();
  let last: Element | undefined;
  for (const one of all(root, ".main :is(article.prompt, img)")) {
    if (!(one instanceof HTMLImageElement)) last = one;
    else if (!one.closest(".gallery")) {
      const thread = one.closest("section.thread");
      const turn = one.closest(".turn")?.querySelector("article.prompt");
      const prompt = turn ?? (last?.closest("section.thread") === thread ? last : undefined);
      const images = turns.get(prompt) ?? [];
      turns.set(prompt, images);
      images.push(one);
    }
  }
  return turns;
}

/** Below each prompt, a row of the images of its turn that stand in collapsible sections. They are not in the page twice. */
export function galleries(scope: Scope): void {
  for (const [prompt, images] of turnsOf(scope)) {
    const inside = images.filter((image) => !prompt?.contains(image) && !image.closest(".text"));
    const old = prompt?.querySelector(":scope > .gallery");
    if (!prompt || inside.length === 0 || old?.childElementCount === inside.length) continue;
    old?.remove();
    const row = document.createElement("div");
    row.className = "gallery";
    row.setAttribute("role", "group");
    row.ariaLabel = word(scope, "turnImages");
    for (const image of inside) row.append(zoomButton(image, image.cloneNode() as HTMLImageElement, scope));
    prompt.append(row);
  }
}

/** Put a button around an image, which enlarges it. */
export function addZoom(image: HTMLImageElement, scope: Scope): void {
  if (image.closest(".zoom, dialog")) return;
  const place = document.createComment("");
  image.replaceWith(place);
  place.replaceWith(zoomButton(image, image, scope));
}

/** A button that enlarges an image; what it shows may be a copy. */
function zoomButton(image: HTMLImageElement, shown: HTMLImageElement, scope: Scope): HTMLButtonElement {
  const button = makeButton("zoom", "");
  button.ariaLabel = `${word(scope, "zoom")}: ${image.alt}`;
  button.append(shown);
  button.addEventListener("click", () => {
    const group = [...turnsOf(scope).values()].find((images) => images.includes(image)) ?? [image];
    enlarge(group, group.indexOf(image), scope);
  });
  return button;
}

/** Show an image of a turn in a dialog, from which buttons and arrow keys lead to the others. */
function enlarge(images: readonly HTMLImageElement[], first: number, scope: Scope): void {
  let at = first;
  const dialog = document.createElement("dialog");
  const caption = document.createElement("output");
  const bar = document.createElement("nav");
  const shown = document.createElement("img");
  const go = (by: number) => {
    at = (at + by + images.length) % images.length;
    const { src, alt, naturalWidth, naturalHeight } = images[at]!;
    Object.assign(shown, { src, alt });
    dialog.ariaLabel = alt;
    const size = naturalWidth > 0 ? ` · ${naturalWidth} × ${naturalHeight}` : "";
    const count = images.length > 1 ? `${at + 1} ${word(scope, "of")} ${images.length} · ` : "";
    caption.textContent = `${count}${alt}${size}`;
  };
  const button = (sign: string, name: string, action: () => void) => {
    const made = makeButton(name, sign);
    made.ariaLabel = word(scope, name);
    made.addEventListener("click", action);
    return made;
  };
  const steps = [button("‹", "previousImage", () => go(-1)), button("›", "nextImage", () => go(1))];
  const place = button(word(scope, "inPlace"), "inPlace", () => {
    dialog.close();
    goTo(scope.root, images[at]!.closest<HTMLElement>("details, article") ?? images[at]!);
  });
  const close = button(word(scope, "close"), "close", () => dialog.close());
  bar.append(...(images.length > 1 ? steps : []), caption, place, close);
  dialog.append(shown, bar);
  dialog.addEventListener("keydown", ({ key }) => {
    if (key === "ArrowLeft" || key === "ArrowRight") go(key === "ArrowLeft" ? -1 : 1);
  });
  dialog.addEventListener("close", () => dialog.remove());
  scope.root.append(dialog);
  go(0);
  dialog.showModal();
}

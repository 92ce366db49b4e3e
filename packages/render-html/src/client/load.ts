/** Loads the script of a page, where several pages share one. */
const script = document.createElement("script");
script.src = document.body.dataset["script"]!;
document.body.append(script);

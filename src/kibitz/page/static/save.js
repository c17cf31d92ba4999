// Saves a drawing of the page as it is seen, as SVG or PNG.

import { h } from "./dom.js";

const KEPT = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin"],
  ...["opacity", "font-size", "font-weight", "font-family", "text-anchor", "paint-order"],
];
const COLOURS = new Set(["fill", "stroke"]);
const DROPPED = /^(class|role|tabindex|focusable|aria-.*|data-.*)$/;
const SHARP = 2; // pixels of a PNG for each of the drawing

/**
 * Return a drawing as a text that needs no style sheet.
 * @param {SVGSVGElement} drawing
 * @param {string} paper the colour behind it
 */
export function svgText(drawing, paper) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const [, , width, height] = (drawing.getAttribute("viewBox") ?? "0 0 1 1").split(" ");
  style(drawing, copy);
  for (const hidden of copy.querySelectorAll(".hit")) hidden.remove();
  for (const element of [copy, ...copy.querySelectorAll("*")])
    for (const { name } of [...element.attributes]) if (DROPPED.test(name)) element.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const ground = document.createElementNS(copy.namespaceURI, "rect");
  for (const [name, value] of Object.entries({ width, height, fill: plainColour(paper) }))
    ground.setAttribute(name, value);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

/** Write the style of an element and all in it as attributes of a copy. @param {Element} element @param {Element} copy */
function style(element, copy) {
  const styles = getComputedStyle(element);
  for (const name of KEPT) {
    const value = styles.getPropertyValue(name);
    copy.setAttribute(name, COLOURS.has(name) ? plainColour(value) : value);
  }
  [...element.children].forEach((child, i) => style(child, copy.children[i]));
}

/** @type {Map<string, string>} */
const colours = new Map();

/** Return a colour as every program reads it. @param {string} colour */
function plainColour(colour) {
  if (!colour.includes("(") || colour.startsWith("url")) return colour;
  let plain = colours.get(colour);
  if (plain === undefined) {
    const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(1, 1).getContext("2d"));
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
    plain = alpha ? `rgb(${red},${green},${blue})` : "none";
    colours.set(colour, plain);
  }
  return plain;
}

/** Save a drawing as SVG. @param {SVGSVGElement} drawing @param {string} paper @param {string} name of the file */
export function saveSvg(drawing, paper, name) {
  saveBlob(new Blob([svgText(drawing, paper)], { type: "image/svg+xml" }), `${name}.svg`);
}

/** Save a drawing as PNG. @param {SVGSVGElement} drawing @param {string} paper @param {string} name of the file */
export async function savePng(drawing, paper, name) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(drawing, paper))}`;
  await image.decode();
  const canvas = /** @type {HTMLCanvasElement} */ (
    h("canvas", { width: image.width * SHARP, height: image.height * SHARP })
  );
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && saveBlob(blob, `${name}.png`));
}

/** Let the browser save a file. @param {Blob} blob @param {string} name */
export function saveBlob(blob, name) {
  const address = URL.createObjectURL(blob);
  const anchor = h("a", { href: address, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// The buttons and the slider that step through a walk, and the clock that plays it.

import { fill, h, button } from "./dom.js";
import { ICONS, icon, signed } from "./icons.js";

const BEAT = 1100; // milliseconds from step to step when it plays

export class Stepper {
  /**
   * @param {(by: number | "first" | "last") => void} by a person steps
   * @param {(number: number) => void} go to a step, by the slider or the clock
   */
  constructor(by, go) {
    this.by = by;
    this.go = go;
    this.count = 0;
    this.number = 0;
    /** @type {ReturnType<typeof setInterval> | null} */
    this.timer = null;
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": "Step",
      oninput: () => go(Number(this.slider.value)),
    });
    this.counter = h("span", { class: "numbers soft tree-count" });
    this.player = button("", () => this.play(), { "data-step": "play", class: "tree-play" });
    const step = (
      /** @type {keyof typeof ICONS} */ name,
      /** @type {any} */ by,
      /** @type {string} */ words,
      key = "",
    ) => signed(ICONS[name], () => this.by(by), { "data-step": name, "aria-label": words, title: `${words} (${key})` });
    this.buttons = {
      first: step("first", "first", "First step", "Home"),
      back: step("back", -1, "One step back", "←"),
      forward: step("forward", 1, "One step forward", "→"),
      last: step("last", "last", "Last step", "End"),
    };
    const { first, back, forward, last } = this.buttons;
    this.element = h(
      "div",
      {
        class: "tree-stepper",
        role: "group",
        "aria-label": "Steps of the search",
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      },
      first,
      back,
      this.player,
      forward,
      last,
      this.slider,
      this.counter,
    );
    this.pause();
  }

  /** Show at which step one is. @param {number} number */
  at(number) {
    this.number = number;
    this.slider.max = String(Math.max(0, this.count - 1));
    this.slider.value = String(number);
    this.slider.setAttribute("aria-valuetext", `step ${number + 1} of ${this.count}`);
    this.counter.textContent = `${number + 1} / ${this.count}`;
    this.buttons.first.disabled = this.buttons.back.disabled = number === 0;
    this.buttons.last.disabled = this.buttons.forward.disabled = number === this.count - 1;
  }

  /** Play the steps, from the start if it is at the end; or pause. */
  play() {
    if (this.timer) {
      this.pause();
      return;
    }
    if (this.number >= this.count - 1) this.go(0);
    this.timer = setInterval(() => {
      if (this.number >= this.count - 1) this.pause();
      else this.go(this.number + 1);
    }, BEAT);
    fill(this.player, icon(ICONS.pause), "Pause");
  }

  pause() {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    fill(this.player, icon(ICONS.play), "Play");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: "first", End: "last" }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    this.by(/** @type {any} */ (by));
  }
}

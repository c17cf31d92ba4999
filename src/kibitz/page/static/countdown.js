// How long something still takes, or has taken so far, told each second.

const SECOND = 1000;

export class Countdown {
  /** @param {(text: string) => void} tell shows what is said, or nothing */
  constructor(tell) {
    this.tell = tell;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * Begin to tell.
   * @param {string} doing what takes long
   * @param {number | null} left the seconds it should take, if that is known
   * @param {number} patience milliseconds before anything is said
   */
  start(doing, left, patience) {
    this.stop();
    const began = performance.now();
    const next = () => {
      const passed = (performance.now() - began) / SECOND;
      const rest = left === null ? 0 : Math.round(left - passed);
      this.tell(rest > 0 ? `${doing}, about ${rest} s left` : `${doing}, ${Math.round(passed)} s so far`);
      this.timer = setTimeout(next, SECOND);
    };
    this.timer = setTimeout(next, patience);
  }

  /** Stop telling. */
  stop() {
    clearTimeout(this.timer);
  }
}

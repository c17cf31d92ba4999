// The socket: sends questions, receives answers, and reports when the connection is lost and restored.

const FIRST_WAIT = 300,
  MOST_WAIT = 5000;

/** @typedef {{resolve: (value: any) => void, reject: (error: Error) => void, info?: (word: any) => void}} Waiting */

export class Link extends EventTarget {
  constructor() {
    super();
    /** @type {Map<number, Waiting>} */
    this.asked = new Map();
    this.number = 0;
    this.wait = FIRST_WAIT;
    this.open = false;
    this.everOpen = false;
    this.connect();
  }

  connect() {
    const address = new URL("socket", document.baseURI); // beside the page, which a proxy may have below a path
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.open = true;
      this.wait = FIRST_WAIT;
      const again = this.everOpen;
      this.everOpen = true;
      this.dispatchEvent(new CustomEvent("status", { detail: { open: true, again } }));
    });
    socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      const was = this.open;
      this.open = false;
      for (const each of this.asked.values()) each.reject(new Lost());
      this.asked.clear();
      if (was || !this.everOpen)
        this.dispatchEvent(new CustomEvent("status", { detail: { open: false, again: false } }));
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, MOST_WAIT);
    });
  }

  /** @param {any} message */
  hear(message) {
    const asked = this.asked.get(message.id);
    if (!asked) return;
    if ("info" in message) {
      asked.info?.(message.info);
      return;
    }
    this.asked.delete(message.id);
    if ("error" in message) asked.reject(new Error(message.error));
    else asked.resolve(message.answer);
  }

  /**
   * Ask the server something; `info` hears what is said on the way.
   * @param {string} what
   * @param {Record<string, any>} [fields]
   * @param {(word: any) => void} [info]
   * @returns {Promise<any>}
   */
  ask(what, fields = {}, info) {
    if (!this.open || !this.socket) return Promise.reject(new Lost());
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject, info });
      this.socket?.send(JSON.stringify({ ...fields, id, ask: what }));
    });
  }
}

/** The connection was lost before the answer came. */
export class Lost extends Error {
  constructor() {
    super("the connection to Kibitz was lost");
  }
}

// What the browser keeps for this page; a page in a frame of another site may not be allowed to keep anything.

/** Return a text that was kept, or null. @param {string} name @returns {string | null} */
export function recalled(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keep a text, if the browser allows it. @param {string} name @param {string} text */
export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // The page works without it, until it is closed.
  }
}

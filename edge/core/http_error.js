/** Thrown to answer a request with an error. It does not extend Error, because nothing uses a stack trace. */
export class HttpError {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    this.status = status;
    this.message = message;
  }
}

/** Thrown to answer a request with an error. It is not an Error, because nobody reads its stack trace. */
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

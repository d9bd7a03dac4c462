/** It is thrown to answer a request with an error. It extends no Error, because its stack trace would be unused. */
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

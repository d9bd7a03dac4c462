/** A request that is answered with an error: thrown from any depth, but no Error, whose stack costs 5 us. */
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

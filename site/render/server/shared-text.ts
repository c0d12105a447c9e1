/** A text of many documents, which the worker sends once. */
export class SharedText {
  readonly bytes: Buffer
  /** Its number among those that were sent, once it was. */
  sentIndex?: number

  constructor(text: string) {
    this.bytes = Buffer.from(text)
  }

  part(from = 0, to = this.bytes.length): SharedPart {
    return new SharedPart(this, from, to)
  }
}

/** The bytes of a shared text from one place to another. */
export class SharedPart {
  constructor(
    readonly text: SharedText,
    readonly from: number,
    readonly to: number,
  ) {}

  toString(): string {
    return this.text.bytes.toString('utf8', this.from, this.to)
  }
}

/** A part of a document. */
export type Part = string | SharedPart

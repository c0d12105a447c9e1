declare module '@adobe/structured-data-validator' {
  export interface Issue {
    issueMessage: string
    severity: 'ERROR' | 'WARNING'
    path: { type?: string; property?: string }[]
    fieldNames: string[]
    /** Set for what the vocabulary does not have. */
    errorType?: 'schemaOrg'
  }

  export default class Validator {
    constructor(vocabulary: { '@graph': object[] })
    validate(data: { jsonld: Record<string, object[]> }): Promise<Issue[]>
  }
}

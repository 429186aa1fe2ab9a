/** An operation of the document, in a row. */
export interface Operation {
  /** `GET /api/vehicles` */
  readonly name: string
  readonly summary: string
  /** Least role; null where no token is needed. */
  readonly role: string | null
  /** In the order of the document; of the body: its fields. */
  readonly parameters: readonly OperationParameter[]
}

export interface OperationParameter {
  readonly name: string
  readonly isRequired: boolean
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
}

interface ApiOperation {
  readonly summary: string
  readonly 'x-role': string | null
  readonly parameters?: readonly ApiParameter[]
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: BodySchema } }
  }
}

interface ApiParameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
}

interface BodySchema {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
}

/** @param document of `kerbsideApiDocument` */
export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      summary: operation.summary,
      role: operation['x-role'],
      parameters: parametersOf(operation),
    })),
  )
}

function parametersOf({ parameters = [], requestBody }: ApiOperation): OperationParameter[] {
  const ofQuery = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required }) => ({ name, isRequired: required }))
  const body = requestBody?.content['application/json'].schema
  const ofBody = Object.keys(body?.properties ?? {}).map((name) => ({
    name,
    isRequired: body?.required?.includes(name) ?? false,
  }))
  return [...ofQuery, ...ofBody]
}

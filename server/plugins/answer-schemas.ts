/**
 * How answers are written: by the schemas of their routes, which leave out what they do not name. The writer of an
 * answer gets only the schemas that its own refers to: given all of them, it would check all of them again
 * for every route, and that was most of a server's start. The same answer has one writer, whichever calls give it: GET
 * and HEAD, and all servers of a process.
 */
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type Schemas = Readonly<Record<string, unknown>>

const build = SerializerSelector()

/** `schema` and all that it refers to, of `shared`; by `$id`. Throws for an unknown reference. */
export function schemasBehind(schema: unknown, shared: Schemas): Schemas {
  const found: Record<string, unknown> = {}
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, one] of Object.entries(value)) {
      const id = key === '$ref' && typeof one === 'string' ? one.split('#')[0]! : ''
      if (id === '' || Object.hasOwn(found, id)) look(one)
      else if (Object.hasOwn(shared, id)) look((found[id] = shared[id]))
      else throw new Error(`A schema refers to ${id}, and there is none of this name.`)
    }
  }
  look(schema)
  return found
}

const numbers = new Map<string, number>()
const numbered = new WeakMap<object, number>()

/** The same for the same content: a server has its own copies of the shared schemas, and asks for each scope. */
function numberOf(schema: object): number {
  const known = numbered.get(schema)
  if (known !== undefined) return known
  const text = JSON.stringify(schema)
  const number = numbers.get(text) ?? numbers.size
  numbers.set(text, number)
  numbered.set(schema, number)
  return number
}

type Writer = ReturnType<ReturnType<typeof build>>

/** By the shared schemas and that of an answer: what it refers to need not be looked for again. */
const writers = new Map<string, Writer>()

/**
 * Made when the first answer is written: a server has a thousand kinds of them, and all of their writers are half a
 * second of its start. A schema that leads nowhere is refused at once.
 */
export const buildSerializer: NonNullable<Compilers['buildSerializer']> = (shared) => {
  const all = Object.values(shared as Readonly<Record<string, object>>)
    .map(numberOf)
    .join()
  return (route) => {
    const key = `${all} ${JSON.stringify(route.schema)}`
    const known = writers.get(key)
    if (known !== undefined) return known
    const behind = schemasBehind(route.schema, shared as Schemas)
    let made: Writer | undefined
    const writer: Writer = (answer) => (made ??= build(behind)(route))(answer)
    writers.set(key, writer)
    return writer
  }
}

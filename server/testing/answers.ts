/**
 * Checks of every call and answer of a test: a call says what it does, a refusal has a code of the list with its status
 * and a sentence, an answer is what the schema of its call says. For tests only.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { ERRORS, isErrorCode } from '../lib/errors.ts'
import { sharedSchemas } from '../plugins/schemas.ts'

type Schema = Readonly<Record<string, unknown>>

/** More than a word, with its end. */
const SENTENCE = /\S.{6,}\s.{2,}[.?!]$/su
/** Remains of a missing value in a message. */
const NO_VALUE = /\bundefined\b|\bNaN\b|\[object Object\]/

/** The page's sentence of each code; `{{name}}` is filled in from the details of a refusal. */
const sentences: Readonly<Record<string, string>> = Object.assign(
  {},
  ...['errors', 'area-errors'].map(
    (namespace) =>
      JSON.parse(
        readFileSync(join(import.meta.dirname, `../../src/i18n/locales/${namespace}/en.json`), 'utf8'),
      ) as object,
  ),
)
const namesIn = (sentence: string) => Array.from(sentence.matchAll(/\{\{(\w+)/g), ([, name = '']) => name)

const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false })
for (const schema of sharedSchemas()) ajv.addSchema(schema)
const checks = new Map<string, ValidateFunction>()

function checkOf(schema: Schema): ValidateFunction {
  const key = JSON.stringify(schema)
  const check = checks.get(key) ?? ajv.compile(schema)
  checks.set(key, check)
  return check
}

/**
 * The error of a refusal, or null.
 *
 * @param sent what was asked, as text: an error message may quote it
 */
export function wrongRefusal(status: number, body: unknown, sent: () => string = () => ''): string | null {
  const { code, message, details = {} } = body as { code?: unknown; message?: unknown; details?: object }
  if (!isErrorCode(code)) return `${JSON.stringify(code)} is no code of server/lib/errors.ts`
  if (ERRORS[code] !== status) return `${code} has the status ${ERRORS[code]}, not ${status}`
  const isSentence =
    typeof message === 'string' && SENTENCE.test(message) && (!NO_VALUE.test(message) || NO_VALUE.test(sent()))
  if (!isSentence) return `${code} has no sentence: ${JSON.stringify(message)}`
  const missing = namesIn(sentences[code] ?? '').filter((name) => !Object.hasOwn(details, name))
  return missing.length === 0 ? null : `${code} has no ${missing.join(', ')} for the sentence of the page`
}

/** The error of an answer by the schema of its call, or null. */
export function wrongAnswer(schema: Schema, body: unknown): string | null {
  const check = checkOf(schema)
  return check(body) ? null : ajv.errorsText(check.errors, { dataVar: 'answer' })
}

interface Said {
  readonly tags?: unknown
  readonly summary?: unknown
  readonly description?: unknown
  readonly params?: unknown
  readonly response?: unknown
}

const isText = (value: unknown, least: number) => typeof value === 'string' && value.trim().length >= least

/**
 * The missing part of a call's documentation, or null: its group, what it does, its parameters, what a success looks
 * like.
 */
export function unsaid(url: string, { tags, summary, description, params, response }: Said): string | null {
  if (!Array.isArray(tags) || tags.length !== 1 || !isText(tags[0], 3)) return 'its group is missing'
  if (!isText(summary, 5)) return 'its summary is missing'
  if (description !== undefined && !isText(description, 8)) return 'its description is empty'
  if (url.includes(':') && params === undefined) return 'the schema of its parameters is missing'
  const success = Object.entries(response ?? {}).filter(([status]) => /^[23]/.test(status))
  const isSaid = success.some(([, one]) => Object.keys(one as object).length > 0)
  return isSaid ? null : 'what a success answers is missing'
}

/** The schema of a JSON answer, also where a route names content types. */
function schemaOf(response: unknown, status: number): Schema | undefined {
  const one = (response as Readonly<Record<string, Schema>> | undefined)?.[status]
  if (one === undefined || one.content === undefined) return one
  return (one.content as Readonly<Record<string, { schema?: Schema }>>)['application/json']?.schema
}

function hold(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, schema }) => {
    const wrong = url.startsWith('/api/') && method !== 'HEAD' ? unsaid(url, schema ?? {}) : null
    if (wrong !== null) throw new Error(`${String(method)} ${url}: ${wrong}.`)
  })
  app.addHook('onSend', async ({ method, url, headers, body, routeOptions }, reply, payload) => {
    const type = String(reply.getHeader('content-type'))
    if (typeof payload !== 'string' || payload === '' || !type.startsWith('application/json')) return
    const status = reply.statusCode
    const schema = schemaOf(routeOptions.schema?.response, status)
    const sent = () => JSON.stringify([url, headers, body])
    const wrong =
      schema !== undefined
        ? wrongAnswer(schema, JSON.parse(payload))
        : status >= 400
          ? wrongRefusal(status, JSON.parse(payload), sent)
          : null
    if (wrong === null) return
    console.error(`${method} ${url} ${status}: ${wrong}`)
    reply.code(500)
    throw new Error(wrong)
  })
}

/** Holds the answers of the server that `build` makes before it waits for anything. */
export function holdAnswersOf<T>(build: () => Promise<T>): Promise<T> {
  const onServer = (message: unknown) => {
    hold((message as { fastify: FastifyInstance }).fastify)
  }
  subscribe('fastify.initialization', onServer)
  try {
    return build()
  } finally {
    unsubscribe('fastify.initialization', onServer)
  }
}

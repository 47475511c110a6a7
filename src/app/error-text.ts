/** An error in the reader's language: a code has its text here, and only an error without one is shown as it came. */
import { isRecord } from '#domain/record'
import type { Issue } from '#engine'
import { texts } from '#i18n'

/**
 * Undefined for a code without words, and for words that lack a detail: something else answered in the server's place,
 * and a hole is no sentence.
 */
function wordsOf(code: unknown, details: object): string | undefined {
  if (typeof code !== 'string' || !texts.exists(`errors:${code}`)) return undefined
  const words = texts.t(`errors:${code}`, { ...details })
  return words.includes('{{') ? undefined : words
}

/** The sentence of a refusal (its code with its details), else its own message, else that something failed. */
export function errorText(cause: unknown): string {
  const { code, details, message } = isRecord(cause) ? cause : {}
  const words = wordsOf(code, isRecord(details) ? details : {})
  if (words !== undefined) return code === 'DASHBOARD_UNREADABLE' ? [words, ...firstFinding(details)].join(' ') : words
  return typeof message === 'string' && message !== '' ? message : texts.t('app:error.generic')
}

/** Why a document cannot be read, with its line: the editor cannot show it, so nothing else tells. */
function firstFinding(details: unknown): string[] {
  const [first]: unknown[] = isRecord(details) && Array.isArray(details.issues) ? details.issues : []
  if (!isRecord(first) || typeof first.code !== 'string' || typeof first.text !== 'string') return []
  const params = Object.fromEntries(
    Object.entries(isRecord(first.params) ? first.params : {}).filter((entry): entry is [string, string | number] =>
      ['string', 'number'].includes(typeof entry[1]),
    ),
  )
  return [issueText({ message: first.code, text: first.text, params })]
}

/** The same promise, rejecting with a sentence that may be shown. */
export async function worded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new Error(errorText(cause), { cause })
  }
}

/** The sentence of a finding. Where it tells of a refusal, the refusal's own code is worded too. */
export function issueText({ message, params = {}, text }: Pick<Issue, 'message' | 'params' | 'text'>): string {
  if (message === 'WIDGET_CRASHED') return texts.t('app:frame.crashed')
  const key = `issues:${message}`
  if (!texts.exists(key)) return text
  const reason = wordsOf(params.code, params)
  return texts.t(key, {
    ...params,
    ...(reason !== undefined && { reason }),
    ...(typeof params.rule === 'string' && { rule: ruleWords(params.rule) }),
    ...(message === 'CHART_DATA_INVALID' && chartWords(params)),
    ...(message === 'CHART_POINTS_EXCEEDED' && inFigures(params)),
    ...(message === 'LAYOUT_SYNTAX' && { what: syntaxWords(String(params.what)) }),
    ...(params.shape !== undefined && { expected: texts.t(`app:address.${params.shape}`) }),
  })
}

/** What stands in the data of a chart, and what was expected there. */
const chartWords = ({ value, expected }: NonNullable<Issue['params']>) => ({
  ...(value === 'function' && { value: texts.t('engine:chart.function') }),
  expected: texts.t(`engine:chart.${expected}`),
})

/** 10.000.000, and not 10000000. */
const inFigures = (params: NonNullable<Issue['params']>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? new Intl.NumberFormat(texts.language).format(value) : value,
    ]),
  )

/** `comma expected`, as the parser says it, in the reader's language. */
function syntaxWords(what: string): string {
  const name =
    what === 'there is nothing' ? 'nothing' : what.replaceAll(/ (\w)/g, (_, first: string) => first.toUpperCase())
  const key = `engine:syntax.${name}`
  return texts.exists(key) ? texts.t(key) : what
}

const AMOUNT = /^must NOT have (fewer|more) than (\d+) (characters|items)$/

/** The rule of a schema for a value, in the reader's language. */
function ruleWords(rule: string): string {
  const [, than, n, of] = AMOUNT.exec(rule) ?? []
  if (than !== undefined) return texts.t(`engine:rule.${than}${of === 'items' ? 'Items' : 'Characters'}`, { n })
  if (rule.startsWith('must match pattern')) return texts.t('engine:rule.pattern')
  return rule.replace(/^must be (?=[<>])/, '')
}

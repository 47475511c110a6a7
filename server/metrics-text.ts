/** Figures as OpenMetrics text: one family after the other, each with its type and its unit in the name. */
export interface Family {
  readonly name: string
  readonly type: 'gauge' | 'counter' | 'histogram'
  readonly help: string
  readonly samples: readonly Sample[]
}

export interface Sample {
  readonly suffix?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

const escape = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

function lineOf(
  family: string,
  type: Family['type'],
  { suffix = type === 'counter' ? '_total' : '', labels = {}, value }: Sample,
): string {
  const named = Object.entries(labels)
    .map(([name, text]) => `${name}="${escape(text)}"`)
    .join(',')
  return `${family}${suffix}${named === '' ? '' : `{${named}}`} ${Number.isFinite(value) ? value : value > 0 ? '+Inf' : 'NaN'}`
}

export const METRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

export function metricsText(families: readonly Family[]): string {
  const lines = families.flatMap(({ name, type, help, samples }) => [
    `# TYPE ${name} ${type}`,
    `# HELP ${name} ${escape(help)}`,
    ...samples.map((sample) => lineOf(name, type, sample)),
  ])
  return `${[...lines, '# EOF'].join('\n')}\n`
}

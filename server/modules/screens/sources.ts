/** The sources that the document of a dashboard names: what decides which calls its screen may make. */
import { isRecord } from '#domain/record'

/** Each once; none for a text that is no JSON. */
export function sourcesOf(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look)
    else if (isRecord(value)) {
      if (typeof value.source === 'string') found.add(value.source)
      Object.values(value).forEach(look)
    }
  }
  try {
    look(JSON.parse(text))
  } catch {
    return found
  }
  return found
}

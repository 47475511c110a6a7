/** Rules of a filter's definition that its schema cannot say: which default, address shape and list fit which kind. */
import type { Param } from '#schemas/generated/layout.ts'
import type { Issue } from '../../types.ts'
import { issue } from '../document/issue.ts'
import { isRecord } from '../document/pointer.ts'
import { kindOf } from '../kinds/index.ts'

/** Issues of one definition; any of them makes the filter unusable. */
export function paramIssues(definition: Param, pointer: string): Issue[] {
  const { type, options, url } = definition
  const kind = kindOf(definition)
  const found: Issue[] = []
  if (kind.list === 'choices' && options === undefined)
    found.push(issue('PARAM_OPTIONS_MISSING', `${pointer}/options`, { type }))
  found.push(...(kind.check?.(definition, pointer) ?? []))
  if (url !== undefined && !kind.urlShapes.includes(url.shape))
    found.push(issue('PARAM_URL_INVALID', `${pointer}/url/shape`, { type, shape: url.shape }))
  if (definition.default !== undefined && !kind.fitsDefault(definition.default, definition))
    found.push(issue('PARAM_DEFAULT_INVALID', `${pointer}/default`, { type }))
  return found
}

/** Defaults that are not in a fixed list: the filter begins as if it had none, so it is reported and stays usable. */
export function listedIssues({ options, default: given }: Param, pointer: string): Issue[] {
  if (!Array.isArray(options) || given === undefined || given === null || isRecord(given)) return []
  const values = new Set<unknown>(options.map(({ value }) => value))
  return [given]
    .flat()
    .filter((value) => !values.has(value))
    .slice(0, 1)
    .map((value) =>
      issue('PARAM_DEFAULT_NOT_LISTED', `${pointer}/default`, {
        value: typeof value === 'string' ? value : JSON.stringify(value),
      }),
    )
}

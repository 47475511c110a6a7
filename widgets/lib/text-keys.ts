/** The choice of an option: `options.sort.values.name`. */
const CHOICE = /^options\.[^.]+\.values\.([^.]+)$/

/**
 * Keys of one text, the first that exists holds: a choice that several options have, such as Automatic, is written once
 * as `options.choices.auto`.
 */
export function textKeys(key: string): readonly string[] {
  const choice = CHOICE.exec(key)?.[1]
  return choice === undefined ? [key] : [key, `options.choices.${choice}`]
}

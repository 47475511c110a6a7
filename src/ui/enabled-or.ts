interface Choice<K> {
  readonly id: K
  readonly isDisabled?: boolean
}

/**
 * The value while its choice is enabled, else the first enabled choice, else null (spec 1, section 2: "reverts to the
 * first enabled option").
 */
export function enabledOr<K>(choices: readonly Choice<K>[], value: K | null): K | null {
  const enabled = choices.filter(({ isDisabled }) => isDisabled !== true)
  return (enabled.find(({ id }) => id === value) ?? enabled[0])?.id ?? null
}

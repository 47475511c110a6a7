/** A setting under such a name is kept encrypted and never answered. */
export const isSecretName = (name: string): boolean =>
  /pass|secret|token|credential|private|psk|(^|[_.-])(key|pin|pwd)([_.-]|$)|key$/i.test(name)

export interface SplitSettings {
  readonly open: Readonly<Record<string, string>>
  readonly secret: Readonly<Record<string, string>>
}

/** Takes the secrets out. Null represents what is stored under that name and disappears when nothing is. */
export function splitSettings(settings: Readonly<Record<string, string | null>>, stored: SplitSettings): SplitSettings {
  const open = new Map<string, string>()
  const secret = new Map<string, string>()
  for (const [name, value] of Object.entries(settings)) {
    const [to, from] = isSecretName(name) ? [secret, stored.secret] : [open, stored.open]
    const kept = value ?? (Object.hasOwn(from, name) ? from[name] : undefined)
    if (kept !== undefined) to.set(name, kept)
  }
  return { open: Object.fromEntries(open), secret: Object.fromEntries(secret) }
}

/** The browser's part of passkeys, loaded when one is used. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyObstacle } from '../features/account/passkeys.tsx'

/**
 * The reason why this browser cannot use passkeys at this address; null: none.
 * @param host the one under which the server takes them, absent where browsers would not
 */
export function passkeyObstacle(host: string | undefined): PasskeyObstacle | null {
  if (host === undefined) return { kind: 'address' }
  if (host !== window.location.hostname) return { kind: 'host', host }
  if (!window.isSecureContext) return { kind: 'address' }
  return 'PublicKeyCredential' in window ? null : { kind: 'browser' }
}

/** Null when the person would rather not, or took too long. */
const unlessCancelled = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((cause: unknown) => {
    if (cause instanceof Error && ['NotAllowedError', 'AbortError'].includes(cause.name)) return null
    throw cause
  })

/** The device's answer to the options of a registration. */
export async function createPasskey(options: object): Promise<object | null> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return unlessCancelled(startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }))
}

/** The device's answer to the options of a sign-in. */
export async function answerWithPasskey(options: object): Promise<object | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return unlessCancelled(startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }))
}

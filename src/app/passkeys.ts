/** The browser's part of passkeys, loaded when one is used. */
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

/** Whether this browser can use passkeys under this address. @param host the one that the server names */
export const canUsePasskeys = (host: string | undefined): boolean => host === window.location.hostname && window.isSecureContext && 'PublicKeyCredential' in window

/** Null when the person would rather not, or took too long. */
const unlessCancelled = <T>(work: Promise<T>): Promise<T | null> => work.catch((cause: unknown) => {
  if (cause instanceof Error && ['NotAllowedError', 'AbortError'].includes(cause.name)) return null
  throw cause
})

/** What the device answers to the options of a registration. */
export async function createPasskey(options: object): Promise<object | null> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return unlessCancelled(startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }))
}

/** What the device answers to the options of a sign-in. */
export async function answerWithPasskey(options: object): Promise<object | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return unlessCancelled(startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }))
}

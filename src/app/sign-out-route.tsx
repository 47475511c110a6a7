/**
 * Signing out is a way out of the page, so that a form which is half filled in asks as it does of any other. By an
 * address typed or linked nothing ends: only what the page itself sends here.
 */
import { useEffect } from 'react'
import { type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { session } from './session.ts'

export const SIGN_OUT_PATH = '/sign-out'
const ASKED = 'sign-out'

/** From a menu: asks first where something is not saved yet. */
export const signOut = (navigate: NavigateFunction): void => void navigate(SIGN_OUT_PATH, { state: ASKED })

export function SignOutRoute() {
  const { state } = useLocation() as { readonly state: unknown }
  const navigate = useNavigate()
  useEffect(() => {
    if (state === ASKED) void session.leave()
    else void navigate('/users', { replace: true })
  }, [state, navigate])
  return null
}

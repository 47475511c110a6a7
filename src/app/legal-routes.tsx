/** Cookies, terms and privacy: where their Back leads. */
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CookiesPage } from '../features/session/cookies-page.tsx'
import { LegalPage } from '../features/session/legal-page.tsx'

/** To the page before, or to this one where the visit began here. */
function useBack(otherwise: string): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  return useCallback(() => {
    void (key === 'default' ? navigate(otherwise) : navigate(-1))
  }, [key, navigate, otherwise])
}

export const CookiesRoute = () => <CookiesPage back={useBack('/login')} />
export const TermsRoute = () => <LegalPage of="terms" back={useBack('/users')} />
export const PrivacyRoute = () => <LegalPage of="privacy" back={useBack('/users')} />

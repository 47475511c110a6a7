/** The one question "is it still you?" of the page, and calls that ask it before rights or secrets change. */
import { confirming } from '../api/confirming.ts'
import { Confirmations } from '../features/admin/confirmation.tsx'
import { api } from './api.ts'

export const confirmations = new Confirmations()
/** Of the dialog of the own account, which opens over any page. */
export const accountConfirmations = new Confirmations()
export const confirmingClient = confirming(api.client, confirmations.ask)

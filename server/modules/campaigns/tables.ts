import type { Generated } from 'kysely'

export interface CampaignsTable {
  id: Generated<number>
  client_id: number
  name: string
  begin_on: string
  end_on: string
  description: string
}

import type { Parts } from '../../module.ts'
import { userRoutes } from './routes.ts'
import { userService } from './service.ts'
import type { FastifyInstance } from 'fastify'

export const routes = (api: FastifyInstance, { catalog, accounts, clock, loginDomain }: Parts) =>
  userRoutes(api, { users: userService({ catalog, invitations: accounts, clock, loginDomain }) })

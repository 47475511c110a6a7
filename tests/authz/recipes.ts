/**
 * A valid request for every call, about what belongs to the caller, to others, to none, or to a mixture. For
 * tests only.
 */
import type { Fixture } from '../../server/testing/fixture.ts'
import { actionRecipes } from './action-recipes.ts'
import { bulkMailRecipes } from './bulk-mail-recipes.ts'
import { dashboardRecipes } from './dashboard-recipes.ts'
import { fleetRecipes } from './fleet-recipes.ts'
import { exportRecipes } from './export-recipes.ts'
import { reportRecipes } from './report-recipes.ts'
import { importRecipes } from './import-recipes.ts'
import { scheduleRecipes } from './schedule-recipes.ts'
import { accountRecipes } from './account-recipes.ts'
import { managementRecipes } from './management-recipes.ts'
import { localRecipes } from './local-recipes.ts'
import { orderRecipes } from './order-recipes.ts'
import { recipeTools } from './recipe-tools.ts'
import { uploadRecipes } from './upload-recipes.ts'
import { setupRecipes } from './setup-recipes.ts'
import { publicLinkRecipes } from './public-link-recipes.ts'
import { viewingRecipes } from './viewing-recipes.ts'
import { webhookRecipes } from './webhook-recipes.ts'
import { screenRecipes } from './screen-recipes.ts'
import { factorRecipes } from './factor-recipes.ts'
import { monitoringRecipes } from './monitoring-recipes.ts'
import { adminRecipes } from './admin-recipes.ts'
import { alertRecipes } from './alert-recipes.ts'
import { clientRecipes } from './client-recipes.ts'
import { ingestRecipes } from './ingest-recipes.ts'
import { signInRecipes } from './sign-in-recipes.ts'
import type { Recipe } from './recipe.ts'

/** The calls that need more than their address: by method and path as registered. */
export async function recipesOf(f: Fixture): Promise<ReadonlyMap<string, Recipe>> {
  const tools = await recipeTools(f)
  const recipes = new Map<string, Recipe>()
  for (const recipesAbout of [
    adminRecipes,
    screenRecipes,
    publicLinkRecipes,
    viewingRecipes,
    clientRecipes,
    scheduleRecipes,
    uploadRecipes,
    importRecipes,
    alertRecipes,
    webhookRecipes,
    localRecipes,
    managementRecipes,
    orderRecipes,
    bulkMailRecipes,
    monitoringRecipes,
    accountRecipes,
    ingestRecipes,
    signInRecipes,
    factorRecipes,
  ])
    for (const [call, recipe] of await recipesAbout(tools)) recipes.set(call, recipe)
  for (const recipesAbout of [
    fleetRecipes,
    dashboardRecipes,
    reportRecipes,
    exportRecipes,
    actionRecipes,
    setupRecipes,
  ])
    for (const [call, recipe] of await recipesAbout(f)) recipes.set(call, recipe)
  return recipes
}

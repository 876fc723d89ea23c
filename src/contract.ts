import { accountsContract, usersContract } from '#features/accounts/contract.ts'
import { applicationsContract } from '#features/applications/contract.ts'
import { cohortsContract } from '#features/cohorts/contract.ts'
import { techStacksContract } from '#features/tech-stacks/contract.ts'

/** Every call of the API, side by side. */
export const contract = {
  accounts: accountsContract,
  users: usersContract,
  cohorts: cohortsContract,
  techStacks: techStacksContract,
  applications: applicationsContract,
}

export type Contract = typeof contract

import { roleLabels, roleTexts } from '#features/accounts/dashboard/role-labels.ts'
import { UserTable } from '#features/accounts/dashboard/user-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'
import { sectionGroups } from '#layout/dashboard/sections.ts'
import { type Role, roles } from '#shared/roles.ts'

export const meta = () => dashboardMeta('Users')

export default function UsersPage() {
  return (
    <>
      <UserTable />
      <section aria-labelledby="roles" className="mt-10">
        <h2 id="roles" className="mb-3 text-xl">
          What each role may do
        </h2>
        <ul className="grid gap-4 md:grid-cols-3">
          {roles.map((role) => (
            <li key={role} className="rounded bg-raised p-5 shadow-low">
              <h3 className="font-bold">{roleLabels[role]}</h3>
              <p className="mt-1">{roleTexts[role]}</p>
              <p className="mt-3 text-muted text-sm">{`Sees: ${pagesOf(role)}`}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

/** The pages of a role, as the navigation has them. */
const pagesOf = (role: Role) =>
  sectionGroups
    .flatMap(({ sections }) => sections)
    .filter((section) => section.roles.includes(role))
    .map(({ label }) => label)
    .join(', ')

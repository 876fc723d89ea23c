import { data, redirect } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { apiRoot } from '#client/api/fetch.ts'
import {
  apiRootContext,
  browserLoader,
  type LoaderArgs,
  type PageHandle,
  serverLoader,
} from '#client/loaders/loaders.ts'
import { privateHeaders } from '#client/loaders/private-headers.ts'
import {
  UnknownCertificate,
  VerifiedCertificate,
} from '#features/certificates/public/verified-certificate.tsx'
import { toCode } from '#features/certificates/validation.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { company } from '#shared/company.ts'
import { Button } from '#ui/button.tsx'
import { PlainForm } from '#ui/forms/plain-form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { Route } from './+types/verify.ts'

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'Check a certificate',
    description: `Check whether a certificate of ${company.name} is valid.`,
    isUnlisted: true,
  })
}

export const handle: PageHandle = { query: ['code'] }

export const headers = privateHeaders

/** Longer than any code that somebody types. */
const typedMax = 60
const pathOf = (code: string) => `/verify/${encodeURIComponent(code)}`

type Args = LoaderArgs<{ code?: string }>

/** Loads what a code stands for. @throws a redirect to the code as it is printed, also from the form */
async function load(api: ApiClient, { params, request }: Args, apiRoot: string) {
  const typed = params.code ?? new URL(request.url).searchParams.get('code')
  if (typed === null) return { code: '', certificate: null, problem: undefined, apiRoot }
  const code = toCode(typed.slice(0, typedMax))
  if (!code) return { code, certificate: null, problem: 'Please type the code', apiRoot }
  if (code !== params.code) throw redirect(pathOf(code))
  try {
    const certificate = await api.certificates.verify({ code })
    return { code, certificate, problem: undefined, apiRoot }
  } catch (error) {
    if (parseApiError(error).status !== 404) throw error
    return data({ code, certificate: null, problem: undefined, apiRoot }, { status: 404 })
  }
}

export const loader = serverLoader((api, args: Args) =>
  load(api, args, args.context.get(apiRootContext)),
)
export const clientLoader = browserLoader((api, args: Args) => load(api, args, apiRoot()))

export default function VerifyPage({ loaderData }: Route.ComponentProps) {
  const { code, certificate, problem, apiRoot } = loaderData
  return (
    <>
      <HeroBanner
        title="Check a certificate"
        description={`Every certificate of ${company.name} carries a code. It tells whether the certificate is real and still valid.`}
        seed="genzura"
      />
      <div className="wrap grid gap-14 py-section">
        {certificate && <VerifiedCertificate certificate={certificate} apiRoot={apiRoot} />}
        {code && !certificate && <UnknownCertificate code={code} />}
        <VerifyForm
          label={certificate ? 'The code of another certificate' : 'The code of the certificate'}
          code={certificate ? '' : code}
          error={problem}
        />
      </div>
    </>
  )
}

type VerifyFormProps = { label: string; code?: string; error?: string }

/** Asks for the code of a certificate, and opens what it stands for. */
function VerifyForm({ label, code = '', error }: VerifyFormProps) {
  return (
    <PlainForm action="/verify" className="grid max-w-xl gap-4 print:hidden">
      <TextField
        // Typed anew for another code.
        key={code}
        name="code"
        label={label}
        hint="It stands on the certificate, in three groups of four. Capitals, spaces and dashes do not matter."
        error={error}
        defaultValue={code}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <div>
        <Button type="submit" size="lg">
          Check
        </Button>
      </div>
    </PlainForm>
  )
}

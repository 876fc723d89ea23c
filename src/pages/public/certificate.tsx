import { Link, redirect } from 'react-router'
import { apiRoot } from '#client/api/fetch.ts'
import { apiRootContext, type PageHandle } from '#client/loaders/loaders.ts'
import { privateHeaders } from '#client/loaders/private-headers.ts'
import { CertificateDownload } from '#features/certificates/public/certificate-download.tsx'
import { Logo } from '#layout/logo.tsx'
import { company } from '#shared/company.ts'
import { Imigongo } from '#ui/ornament/imigongo.tsx'
import type { Route } from './+types/certificate.ts'

export function meta() {
  return [{ title: `Your Certificate · ${company.name}` }, { name: 'robots', content: 'noindex' }]
}

export const handle: PageHandle = { query: ['email', 'signature'], hydratesOnLoad: true }

/** The page contains an email address. */
export const headers = privateHeaders

/** @throws a redirect home if the URL contains no email address */
function load(request: Request) {
  const { searchParams } = new URL(request.url)
  // A plus sign in an address that was typed by hand reads as a space.
  const email = searchParams.get('email')?.trim().replaceAll(' ', '+')
  if (!email) throw redirect('/')
  return { email, signature: searchParams.get('signature') ?? undefined }
}

export const loader = ({ request, context }: Route.LoaderArgs) => ({
  ...load(request),
  apiRoot: context.get(apiRootContext),
})
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => ({
  ...load(request),
  apiRoot: apiRoot(),
})

/** Without the site's header and footer, because the page only performs the download. */
export default function CertificatePage({ loaderData }: Route.ComponentProps) {
  const { email, signature } = loaderData
  const query = new URLSearchParams({ email, ...(signature && { signature }) })
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="h-20 shrink-0 overflow-hidden">
        <Imigongo seed="impamyabumenyi" bands={3} unitPx={3} />
      </div>
      <main className="grid grow place-items-center px-gutter py-12">
        <div className="flex w-full max-w-md flex-col items-center">
          <Link to="/" className="mb-10 rounded-sm">
            <Logo />
          </Link>
          <h1 className="mb-10 text-center text-3xl">Your certificate</h1>
          <CertificateDownload email={email} signature={signature} />
          <noscript>
            <p className="mt-8 text-center">
              <a
                href={`${loaderData.apiRoot}/students/certificate/?${query}`}
                className="font-semibold text-primary underline"
              >
                Download the certificate
              </a>
            </p>
          </noscript>
        </div>
      </main>
    </div>
  )
}

import { EmptyNote } from '../../components/blocks/empty-state'
import { PageHead } from '../../components/blocks/page-head'
import { Pager } from '../../components/blocks/pager'
import { PostCard } from '../../components/blocks/post-card'
import { Picture } from '../../components/ui/picture'
import type { PageProps } from '../../lib/payload'
import type { Term } from '../../lib/payload.gen'
import { t } from '../../lib/site'

export function Page({ payload: { number, pages, posts, term } }: PageProps<'blog'>) {
  return (
    <div className="wrap">
      <PageHead
        title={term ? t(`blog.of.${term.kind}`, { name: term.name }) : t('blog.title')}
        parent={term && { name: t('blog.title'), path: '/blog' }}
      >
        {term && number === 1 && <TermAbout term={term} />}
        {number > 1 && <p className="muted">{t('pager.pageOf', { n: number, of: pages })}</p>}
      </PageHead>
      {posts.length > 0 ? (
        <ul className={number === 1 ? 'post-grid post-grid-lead' : 'post-grid'}>
          {posts.map((post) => (
            <PostCard key={post.slug} post={post} heading="h2" />
          ))}
        </ul>
      ) : (
        <EmptyNote title={t('blog.empty')} action={{ path: '/', label: t('homePage') }} />
      )}
      <Pager base={term?.base ?? '/blog'} number={number} pages={pages} />
    </div>
  )
}

/** The picture and the text of a tag, an author or a series. */
function TermAbout({ term: { image, about, writtenIn } }: { term: Term }) {
  return (
    <>
      {image && <Picture preset="stamp" className="term-picture" image={image} />}
      {about && <p {...writtenIn}>{about}</p>}
    </>
  )
}

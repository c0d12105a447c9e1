import { EmptyNote } from '../../components/blocks/empty-state'
import { PageHead } from '../../components/blocks/page-head'
import { Pager } from '../../components/blocks/pager'
import { PostCard } from '../../components/blocks/post-card'
import type { Blog } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  payload: Blog
}

export function Page({ payload: { number, pages, posts } }: Props) {
  const { t } = site()
  return (
    <div className="wrap">
      <PageHead title={t('blog.title')}>
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
      <Pager base="/blog" number={number} pages={pages} />
    </div>
  )
}

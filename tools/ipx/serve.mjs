// IPX over HTTP, for who compares with it: node serve.mjs <folder> [threads]. It prints its address and serves until standard input ends.
import { createServer } from 'node:http'
import { createIPX, createIPXNodeServer, ipxFSStorage } from 'ipx'
import sharp from 'sharp'

const [folder, threads] = process.argv.slice(2)
if (threads) sharp.concurrency(Number(threads))
const ipx = createIPX({ storage: ipxFSStorage({ dir: folder, maxAge: 31536000 }) })
const server = createServer(createIPXNodeServer(ipx))
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.stdin.resume().on('end', () => process.exit(0))

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { Redacted } from "effect";

import { readP12 } from "../signing/signing_certificate/p12_file.ts";
import type { Signer } from "../signing/signing_certificate/signing_certificate.ts";
import { inFolder } from "./sealing.ts";

/** The password of both files. */
export const P12_PASSWORD = "secret";

const decodeBase64 = (lines: ReadonlyArray<string>) => Buffer.from(lines.join(""), "base64");

/** An RSA key of `CN=Example Seal, O=Example`, its certificate and its root. */
export const RSA_P12 = decodeBase64([
  "MIINnwIBAzCCDVUGCSqGSIb3DQEHAaCCDUYEgg1CMIINPjCCB8IGCSqGSIb3DQEHBqCCB7MwggevAgEAMIIHqAYJKoZI",
  "hvcNAQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhUjaW+Y6ZSMwICCAAwDAYIKoZIhvcNAgkFADAdBglg",
  "hkgBZQMEASoEEBr1Au3cv3rLSYPjBUBbjByAggdAy+3UZ3IlwX8g8MiFlBCKvS3ecyNSrcb13nA6iQUNOXCuHMiQ2/sw",
  "Zb+ROzSao6BLHJfSDs+f7keF8vmpoeB73URhe5vQTAheImDdvaPT+J/xa/dmP822476NTmSslahe6WyGn3AkpfbrF4bF",
  "P8UDXZQar6TCa+rfQkt+Azap4CihKwbRGJZYPYs0L+5xTjCw6mygQlKK0RA7A0Wp+AkLeTBHn4fln42BVrUG5W8SsFv9",
  "VONjLUrUqS3+R51uccx6Vbij3A0hWTF4t3NNCXgOoCCZ0/74D3btpDLIne2hZd4Ou2jltmLiHuZKx8ND4tA3HpancICJ",
  "kJUrfy9j4wcjUdNYbINoN4fbrbU5MbZQswXl/Fq7S7zN5HV7K8Tyf4WJMQwJGrYil1v7KkpFls87xGul//VXVv8BdgNI",
  "6RUsisV9E6sgoDH5cPRQ/lhfpkBpURpMAvO/iiu14ZN+rWeoj5zrTViuIvwMR6r8/kK8ESyzdEhqpEzGuf3tUa0TRbX8",
  "Ixx/Y3Ot9hGWFoCKeVm8Wn8+j7oOf6fHl/d8JxlHmBPcfShu4FX6bFVFvBCkZtTBIv+/JS6sn/r/I8DtRc/r/9sES+Jz",
  "yOj7/moSkNWicUTzcwqzdLshpE+s9p0IVzmLFOjUfAddlXlZTjUG25GUch6SjHLMdnPY04OfnubacVQQddoBmvZxFRnc",
  "5zohLmZveBNcf7WHTsU3SUWZyhsBmBo0J6eco8MD/3usi9Q78xeA8a01LiJm1jONTlJePr3rR3TbLLsSzUJDvaNmZHVY",
  "vV8t3p0ahv/tZ62jatoPzwfF9mmOuFRtWcQSseM/jN2UbWKZNQwN9glhjQIhWhjXEKdMBHgQv2Pnr9T1EVSzlU/BZWEr",
  "YLTIdJe8aU9E+HYy+STmsQiPuSI3rtD65pW/6KNxdHfclJ3+axkUmM+uGqUlqN4iFp6UAHY9y08vQbQFzaEM99L/zBUA",
  "t/z0NNsd0Mn5U6UhtWXKIFASAA4GH52O3tWSyumem5US8PWuyNmuwkLWundi2Ks5uVON6/Stt+9HpVG/vNuQ48YTQDoX",
  "45iRGiaWqn34t33twJ89+A+qu/xkQPN0uAT4kdcythb1fjWmeuNVPIFaYOcm4wA2X7W6fiN7hgRl7TDzJZmrHs0Itlu+",
  "feQ6oS5JC/OX6F3JAocUaZw4x9urk2Wb7WbALCw4lejF0jquUbZ1hCYtDTYtP7q59laazWhAmN9APRzabJEUHxjZMZzL",
  "4QTSFYX4sw4YvxMWJRHWTbeGFZ5PBzNKPgbmGkLMauXnEjNb2emOvmv+oRUlg/cAiQO8t82L17k5o7X/5uopTqEjRTbA",
  "Dr4u+nX/YFnMVFzXHo/6SFUxMtfdkn9En4A0Z/fEPvzoXdY3CV+JHtD/4Bbc1+pwBpQWSwojtylOuGj+ldtPqp9yhs16",
  "qDfiqqsRb2UFcdbvdS0IfudAm3EO1AhZ8RlrbFyNxzey23qm4x7NvKtI5kugf+Z59gg+tUc6dgI45RJpnvPkO6YcRYxh",
  "6gGqpL/NztJ9zzwtpKk3Fhl9hR0V0N//v5PH5nw/RwT8SBReJnpymZoXjOg5JLB/vXaGvXMgDbX8JOmzbxS4VRvL73cs",
  "iERX1/5u7WFuhSA+7IXzhJTtw7j9zYLbR06N3WvzHJyppoqQ18Sjr3rxRDTYc9tIflDqkli1lHMTs1M3u2OJIi2+uGT/",
  "8MFbYREFg7OKLtauv1eWoL8b7V4buuOjADZ/1U5AtzoscL9QqJ4UqdnbSH/0AJ1FWLNDJIAq7Y1NXMVs5E07Z5zaATlI",
  "GsgfME+zD+YfkS8X704MVH9CROPs56DiP5xTXmSzjjglW/UCS8NACgVKkQVMr51jv7OmJ6mN+VrMcl29hiSYi1eK/men",
  "p0FUp4Ok1wBiGXWOxJENwZcQMNHi42RDtIUaTD6vb2MS4ms4KdCj7dz+B/0hvXaYnappBJ91q2tIjLro4gdRMO/+tGGz",
  "PLmzQ9yLK5dwJOQuEZPZvGbs7mi41EDTR5ctwoptf8DNW8JRc+kHTrnOWAOBNBqI5yrndZ0w+sdSeDfq/QZqcCMIgrHV",
  "ffJXXbi5t7y9AnvOVjfERMFqicopJ9Fmkh0+flPyzexzH5NKQwonnuVT6qIdUhyNWQLXc2uUNtWlSnnF2t2wge2uSTzg",
  "18jqRNIBmoSFBUn4UmvQ2urOLOCrO6NIaQi1LBIh6bfDk4QeUHMVm0alKx8nIB6aB/X1B25RqDRLlWCuVtxTuDZjAQ4d",
  "SA1LCfG03QBLkVySBDAPuaJqOHOyzMcXbgnGV9X5PPs2cdO8WqehEsIzmelBZiFwZ81tIXvfA8YAlxeepv3+jUU+wpmn",
  "lVHU2FQgwErjUEDjSsgo3wZHjsZrMM1TSOtdQteJs5epsE2r3HOkA+doqlMBNEjiQYdFoI0DFNzZOHpDa8ijVwlGD7s/",
  "C5BDaF29sj99ucuA4CvmNCY4guW1nvEwggV0BgkqhkiG9w0BBwGgggVlBIIFYTCCBV0wggVZBgsqhkiG9w0BDAoBAqCC",
  "BSEwggUdMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhLnqrZjwJnvgICCAAwDAYIKoZIhvcNAgkFADAdBglg",
  "hkgBZQMEASoEEEkTYqCzWCkBI5y1EH5069AEggTAn+B3vsJ30JYrOPhdTM48z6zYhWKUdbF1GHpISVQArfRzV47JowpY",
  "MYFEvKnRL7oDV6zsUtVsvCEKmledjM1F8VZDBRWOc+rh6dGVNP8sMm++aGgIScaQy5tM9OGsxPyICjzUrDgU9hvA7NlZ",
  "+uQyCRMXoLOWzyI3sQlLCal3JeL93i15BRm+ieNcu9RUdx5t+KqfrE1i9FXK+0jzUTt52rZlUwemyywljvtVjps6wIY0",
  "UsUvm45B05ox44gpRDm8XiteCah4fGGyxwqD3yr1nWHdyxih4H9aukVdiaRMgfrwWAJBxxnBGaE7tRv7Ok+NLn6LGmyh",
  "gBKorhrKIzAXkoMN7iToQhPKKQv3B29ySlH9LHJQrO5X770oFY8zRERW8uINIABsM6z8yu6v/+M5JWBem04aE2H+Ajmq",
  "iJuT3c4ujWNH32+mLmYM2Fo7Hbf7Yd4/siqjx89Tk+AUjZ5GTmGq0cO2DdLvQf8D8uA1P/+Ys1mYXePaS08fw8+8Mwbq",
  "8mXuQ73aQ+p1JhyUwS4aIfgEPah98OYghJ8ERRCK17zLGNGgfvqpOtZvds5e5+24lO+cLjyx1FALsvA4X8K/udk57vs4",
  "BiFOK8AFPoE6754lWZ1vusLLs48twaST/fDfYja1L+5MhwBBz/TZ/gB1pXFefGCrnWP2holFPvk+ASPS/0Brv+gfKINM",
  "/2HL030fcHcfaBWhCUhRMUFrjorgshlBecI9ImgwG1pPYxUEI6H9GpUE2+ck5+R5ma9HneUmoXyGA4IGGGOT+XGfq8UY",
  "+s0j5WH5cRtMe1oS3YNMO4q9pOyiHYwYXSDTIfeuOEz7bV7JzNRYF+zN+9Pi+0KGaJB4DI7gcHk030+XaeCOgcE9cLK7",
  "bpbQRhGM/aWaAkpXKGci5TRlmhjXVLz9sgkGHjPM9PPJHjTN99vfbiJ06i70Nr/fE98RzM9cuFiInYnFhoH+JwlNCP2d",
  "PYpBPm+xx6ps9CxVId319tK3T+Snxnxqj0SYZXZqJOMZNDRMTV6+T4tv9TrVr9qbi0mmwt/4UIsDF+IzTWdQ9lDcbInA",
  "NDar48BqKrgKE+0BVZQGFQAoQIENkzIh7OusUq37CSQ/BhEA2rfc5ErCDpIppL7FWiX4Hhx/PT+Zal4275q67JqK2YyQ",
  "KC34KLp9lb16mF49YJe3MJJF3OTjxFoyhhSYNh8q6X02goZyrpoRuQhbg5o5HItR1NBJyWYjOlfGCnWZm6+YULR0ltoj",
  "AZ5cM5goan90ChGmQMn7Vn2dpV23QcURsRT1QGKJlYhBQ/gxgpVpo5bniu/7cXP+1tmpuFESRus2txgM+OjVj0kXzRgu",
  "GYtSh0Nu/7IKHqDe4L3ZKrEd6RMOHo9e4gl8gVAYB8tDf38Fm/SZbwZYroLPRWLE7mNWROgPPgVoZ0s9nve47v+Q9ctJ",
  "3XD9wvZKn3MTwQXxqu9E4aUcDz47RWJsDfQr+BCm9QfiDn2skrXeQdmiVDnf47VHFOpzuwg6MqOkTDfjf5iU5DDlEU0i",
  "p+y3ICatPyWLwPFalqMjjUK0XC5usD4HtIW/kQmkGPvJZOUebyvMASxNtr5yq1o6LJo3mlcNvF2cjHVDG+HHhWNn2Az0",
  "orehfjElMCMGCSqGSIb3DQEJFTEWBBQBMZm6q/KWGQjJE3arnc2HoWz8WzBBMDEwDQYJYIZIAWUDBAIBBQAEIDbv96FO",
  "jwKoRtmM2G61gZ71eoQy9XLK0cEnu1GDO5imBAj8vmk/2zG+0wICCAA=",
]);

/** A P-256 key of `CN=Example EC Seal, O=Example` with a self-signed certificate. */
export const EC_P12 = decodeBase64([
  "MIIETAIBAzCCBAIGCSqGSIb3DQEHAaCCA/MEggPvMIID6zCCAqIGCSqGSIb3DQEHBqCCApMwggKPAgEAMIICiAYJKoZI",
  "hvcNAQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhYHAOPCqQzvwICCAAwDAYIKoZIhvcNAgkFADAdBglg",
  "hkgBZQMEASoEEEgTxYViIkrOdjHwxNx7DeeAggIgkdX209T7J5obEdlkwujHcnIofWKSafXClLBeCZ20w4e5h2rOzeOo",
  "5pwRKRXqw1b9LTzqDvrVST/4XqAGramMfBFSxyORjXJwFti+15vdto0zUWSSgmuRdpxBHfxsuSDQfSWcnASZ3brqf9MY",
  "2qM/lor+j3k3Ri5ZsVb20C6OAnZEdrbqkK7cYbVZkMxvDgc8EDhd65YT8yP3UJpDhkeiqqsn7M2wgCEWKGjhuAPW3rhH",
  "inZB4mc6Fa4HLlkpw/1cOkKgk6ocYWDgtfUrVB/DLftqFKsk35UQsad3Ue9k3FoDdxtvRxh279BCrrCultG1E7xQ2RJA",
  "r5EmdxkCiE3kIRNWlHEAZX4XWSY/btu+P9cDX6jr4JU0gBs9QInIwfS9ZBw1MWucnxRwO3wbHHw3t1/89ekHhPlWtO77",
  "7t/+g0j/TMuQ4q2e9DZj51h38KPL/jdWvjP2KG1aTjGVrNJllhjFHFBNSK1bgyvnQ7V1yhbI29tInL5BcMayTBFfkeWa",
  "8El/bY7MzAuyq+r+XEUILND/5tX+5r5q9WQoSLSwPD3Q7PecbDrWpcsMZUgIQ/mAgJO51+eyS2R53F5xqbvjC/2S9Jpm",
  "9V/6A4L0LRItEhjXqja7P1mxUi/ELhP4A6acF/RgNlJWfJDWF4NLoVg7S4Zw+Q3cMndMAnk9j2ia6pt73GaEdu5nILxX",
  "SV4ohBYq9fKHmiLido0MyC4fnzS1hTCCAUEGCSqGSIb3DQEHAaCCATIEggEuMIIBKjCCASYGCyqGSIb3DQEMCgECoIHv",
  "MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAg6OL1z5/4f+QICCAAwDAYIKoZIhvcNAgkFADAdBglghkgB",
  "ZQMEASoEEBxHaa7psRDqQKV6EhD7ZG8EgZAF+9V/8m+m2YsbwhcNh8SoMMRNba/8RTDP5IZOiCvCMKkoJnazOLPQycIz",
  "/E4nJ3nc9HGBDAl+aNv5Kvx/m0f97yp6oWTxO1XWg0zu9ld8IvY5nizPLTx7Yov2M/gjbjnNOaB3Ukc8NQekyp0CtSEN",
  "NF0deSMLHZcwnRabPvkFvtA8aL3WUj1KgzMSqP0wy4sxJTAjBgkqhkiG9w0BCRUxFgQUNImRORc6juHs/3A+E1nan3vx",
  "ViIwQTAxMA0GCWCGSAFlAwQCAQUABCCOoa6wJr+9V0d4FKIKG1/rlBkduyp4ARf/JNviOIYBigQINsBbc5dpRd0CAggA",
]);

/** Opens a PKCS#12 file as a server does. */
export function openP12(
  content: Uint8Array,
  password: string | undefined,
  now = new Date(),
): Promise<Signer> {
  return inFolder(async (folder) => {
    const path = join(folder, "seal.p12");
    await writeFile(path, content);
    const secret = password === undefined ? undefined : Redacted.make(password);
    return readP12({ path, password: secret }, now);
  });
}

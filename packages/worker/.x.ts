import { drawDocument } from "./renders/_adapters/draw_document.ts";
import { checkInputData, checkLayout, Manifest, generateLayout, withPageDefaults } from "@paraph/core/templates";
import { Schema, Result } from "effect"; import fs from "node:fs";
for (const arg of process.argv.slice(2)) { const [name,gen]=arg.split(":"); const tpl=JSON.parse(fs.readFileSync(`/work/main/examples/${name}/template.json`,"utf8")); const data=JSON.parse(fs.readFileSync(`/work/main/examples/${name}/data.json`,"utf8"));
const manifest=Schema.decodeUnknownSync(Manifest)(tpl.manifest); const layout=gen?generateLayout(manifest,{title:tpl.name,pageConfig:withPageDefaults(undefined)}):tpl.layout; const issues=checkLayout(layout,manifest); if(issues.length) console.log(issues);
const input=checkInputData(manifest,data); if(Result.isFailure(input)) {console.log(input.failure); continue;}
const r=await drawDocument({layout,manifest,data:input.success,fetched:new Map()}); const t=performance.now(); for(let i=0;i<20;i++) await drawDocument({layout,manifest,data:input.success,fetched:new Map()}); console.log(name,r.pageCount,r.bytes.length,((performance.now()-t)/20).toFixed(1)+"ms"); fs.writeFileSync(`/tmp/out/${name}${gen??""}.pdf`,r.bytes);}

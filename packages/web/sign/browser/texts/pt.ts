import { plural } from "@paraph/core/values";

import type { SignTexts } from "./en.ts";

/**
 * The texts of the pages of recipients, in Portuguese for Brazil and Portugal. Terms: documento, assinar,
 * assinatura, rubrica, remetente, destinatário, consentimento, recusar, certificado, histórico de auditoria.
 * The reader is addressed formally, without a pronoun.
 */
export const pt: SignTexts = {
  until: "até {day}",
  sender: "de {sender}",
  recipient: "para {recipient}",
  openPdf: "Abrir o PDF",
  document: "O documento",
  noScript: {
    title: "Esta página precisa de JavaScript",
    text: "Está desativado no seu navegador. É possível {document}; para assiná-lo, permita o JavaScript e recarregue esta página.",
    document: "ler o documento",
  },
  sign: {
    skip: "Ir para a assinatura",
    title: "Assinar este documento",
    lead: "{sender} solicita a sua assinatura.",
  },
  approve: {
    skip: "Ir para a aprovação",
    title: "Aprovar este documento",
    lead: "{sender} solicita a sua aprovação.",
  },
  primary: { start: "Começar", next: "Próximo", finish: "Concluir" },
  done: {
    pageTitle: "{document} – concluído",
    title: "Obrigado, {recipient}",
    approved: "A sua aprovação do documento ficou concluída.",
    signed: "A sua assinatura do documento ficou concluída.",
    waiting:
      "Quando todos os destinatários concluírem, o documento será assinado digitalmente e receberá por e-mail um link para a sua cópia.",
    completed:
      "Todos os destinatários concluíram e o documento está assinado digitalmente. Qualquer leitor de PDF mostra se foi alterado depois.",
    download: "Fazer download de uma cópia",
    read: "Ler o documento",
    next: "Continuar",
    people: "Signatários",
    ask: "Dúvidas? Fale com {sender}.",
    write: "Escrever para {email}",
  },
  over: {
    title: "Esta página só pode ser aberta uma vez",
    advice: "Já foi aberta ou expirou. Volte e abra o documento novamente.",
  },
  evidence: {
    certificate: "Fazer download do certificado",
    audit: "Fazer download do histórico de auditoria",
  },
  closedBy: "O pedido foi enviado por {sender}. Em caso de dúvidas, fale com o remetente.",
  closed: {
    unknown: {
      title: "Este link não funciona",
      advice: "Verifique se o link está completo ou peça um novo ao remetente do documento.",
    },
    declined: {
      title: "Este documento foi recusado",
      advice: "Não pode mais ser assinado. O remetente recebeu o motivo.",
    },
    cancelled: {
      title: "Este documento foi retirado",
      advice: "O remetente não solicita mais assinaturas. Não é preciso fazer nada.",
    },
    expired: {
      title: "O prazo para assinar terminou",
      advice: "Se ainda quiser assinar o documento, peça ao remetente que o envie novamente.",
    },
  },
  fields: {
    title: "Campos a preencher",
    types: {
      signature: "Assinatura",
      initial: "Rubrica",
      date: "Data",
      text: "Texto",
      text_area: "Texto",
      checkbox: "Caixa de seleção",
      dropdown: "Escolha",
      radio_buttons: "Escolha",
    },
    page: "Página {page}",
    name: "{type}, página {page}",
    optional: "{name} (opcional)",
    button: "{name}, {state}",
    requiredButton: "{name}, obrigatório, {state}",
    missing: "Pendente",
    empty: "Vazio",
    checked: "Marcada",
    drawn: "Desenhada",
    uploaded: "Carregada",
    states: { drawn: "desenhada", uploaded: "carregada", today: "hoje, {date}" },
    hints: { signature: "Assinar", initial: "Rubricar", date: "Data", choice: "Escolher" },
    problems: {
      signature: "Assine aqui",
      initial: "Rubrique aqui",
      checkbox: "Marque esta caixa",
      choice: "Escolha uma opção",
      text: "Preencha este campo",
    },
  },
  earlier: {
    signature: "Assinado por um destinatário anterior",
    typedSignature: "Assinado por um destinatário anterior: {name}",
    check: "Marcado por um destinatário anterior",
  },
  mark: {
    signatureTitle: "A sua assinatura",
    type: "Digitar",
    draw: "Desenhar",
    upload: "Carregar",
    uploadHint: "Uma imagem PNG ou JPEG da sua assinatura, por exemplo uma foto.",
    choose: "Escolher uma imagem",
    image: "A sua imagem",
    notAnImage: "Este arquivo não é uma imagem PNG ou JPEG legível.",
    emptyImage: "Esta imagem está vazia.",
    name: "Digite o seu nome",
    padHint: "Desenhe com o mouse, a caneta ou o dedo.",
    pad: "O seu desenho",
    undo: "Desfazer",
    clear: "Limpar",
    initials: "A sua rubrica",
    cancel: "Cancelar",
    apply: "Aplicar",
    sign: "Assinar aqui",
    initial: "Rubricar aqui",
    drawFirst: "Desenhe primeiro a sua assinatura.",
    typeFirst: "Digite primeiro o seu nome.",
    uploadFirst: "Escolha primeiro uma imagem.",
    remove: "Remover",
    everywhere: plural({
      one: "Usar no campo obrigatório",
      other: "Usar em todos os {count} campos obrigatórios",
    }),
    placeAll: plural({
      one: "Assinar o campo obrigatório",
      other: "Assinar todos os {count} campos obrigatórios",
    }),
    placed: plural({ one: "Colocada em {count} campo", other: "Colocada em {count} campos" }),
    undoPlacing: "Desfazer",
  },
  consent: {
    label: "Aceito assinar eletronicamente",
    details: "Ler o texto do consentimento",
    missing: "Dê o seu consentimento antes de concluir.",
  },
  progress: {
    ready: "Pronto para concluir",
    noFields: "Sem campos obrigatórios",
    agree: "Só falta o seu consentimento",
    fields: plural({
      one: "Falta {left} de {count} campo",
      other: "Faltam {left} de {count} campos",
    }),
  },
  submit: {
    failed: "Não foi possível enviar. {problem}",
    checkFields: "Verifique os campos assinalados.",
  },
  decline: {
    button: "Recusar",
    title: "Recusar este documento?",
    text: "{sender} receberá o motivo e o documento não poderá mais ser assinado. Esta ação não pode ser desfeita.",
    approval:
      "{sender} receberá o motivo e o documento não poderá mais ser aprovado. Esta ação não pode ser desfeita.",
    reason: "Motivo",
    noReason: "Indique um motivo.",
    back: "Voltar",
    confirm: "Recusar",
  },
  delegate: {
    button: "Indicar outra pessoa",
    title: "Indicar outra pessoa",
    text: "A pessoa indicada assina em seu lugar e recebe um link pessoal. {sender} receberá o motivo. O seu link deixará de funcionar. Esta ação não pode ser desfeita.",
    approval:
      "A pessoa indicada aprova em seu lugar e recebe um link pessoal. {sender} receberá o motivo. O seu link deixará de funcionar. Esta ação não pode ser desfeita.",
    firstName: "Nome",
    lastName: "Sobrenome",
    email: "Endereço de e-mail",
    reason: "Motivo",
    noName: "Indique o nome.",
    noEmail: "Indique um endereço de e-mail válido.",
    noReason: "Indique um motivo.",
    refused:
      "Esta pessoa não pode assinar em seu lugar. Verifique os dados ou indique outra pessoa.",
    refusedApproval:
      "Esta pessoa não pode aprovar em seu lugar. Verifique os dados ou indique outra pessoa.",
    back: "Voltar",
    confirm: "Enviar o documento",
    doneApproval: "{name} aprova agora em seu lugar",
    done: "{name} assina agora em seu lugar",
    doneText:
      "Um convite foi enviado para {email}. O seu link já não funciona; não precisa fazer mais nada.",
  },
  failures: {
    offline: "Sem acesso à Internet. Nada se perdeu: tente novamente quando houver conexão.",
    network: "O pedido falhou. Nada se perdeu: tente novamente.",
    tooMany: "Muitas tentativas. Tente novamente dentro de um minuto.",
    server: "Ocorreu um erro no servidor. Nada se perdeu: tente novamente daqui a pouco.",
  },
  gate: {
    title: "Confirme a sua identidade",
    smsLead:
      "{sender} solicita a confirmação da sua identidade. Um código é enviado por SMS para {phone}.",
    emailLead:
      "{sender} solicita a confirmação da sua identidade. Um código é enviado para {email}.",
    accessLead:
      "{sender} solicita a confirmação da sua identidade com o código de acesso que lhe forneceu.",
    send: "Enviar o código",
    sendAgain: "Enviar um novo código",
    sent: "O código foi enviado. É válido por 10 minutos.",
    notSent:
      "Não é possível enviar um código agora. Tente novamente dentro de um minuto, ou mais tarde após códigos errados.",
    justSent:
      "Um código acabou de ser enviado. Verifique o seu e-mail ou peça um novo dentro de um minuto.",
    smsJustSent:
      "Um código acabou de ser enviado. Verifique as suas mensagens ou peça um novo mais tarde.",
    smsFailed: "Não foi possível enviar o SMS. Tente novamente dentro de um minuto.",
    emailCode: "Código recebido por e-mail",
    smsCode: "Código recebido por SMS",
    accessCode: "Código de acesso",
    enter: "Continuar",
    missing: "Digite o código.",
    wrong: "Este código está errado ou expirou.",
    locked: "Muitos códigos errados. Tente mais tarde ou fale com o remetente.",
  },
  inPerson: {
    title: "Entregue o dispositivo a {recipient}",
    lead: "{sender} pede a {recipient} que assine um documento presencialmente. {host} disponibiliza este dispositivo.",
    approvalLead:
      "{sender} pede a {recipient} que aprove um documento presencialmente. {host} disponibiliza este dispositivo.",
    confirm: "Sou {recipient}",
    notYou: "Não é {recipient}? Devolva o dispositivo a {host}.",
    all: "Devolva o dispositivo a {host}.",
  },
  statuses: {
    signed: "Assinado",
    approved: "Aprovado",
    declined: "Recusado",
    toSign: "Assinatura pendente",
    toApprove: "Aprovação pendente",
  },
  problems: {
    consentChanged: "O texto do consentimento mudou. Recarregue a página.",
    unknownField: "Este campo não está mais no documento. Recarregue a página.",
    required: "Este campo é obrigatório.",
    initialsRequired: "A sua rubrica é obrigatória.",
    invisible: "Não contém caracteres visíveis.",
    initialsInvisible: "A sua rubrica não contém caracteres visíveis.",
    notToday: "A data do seu dispositivo não é a de hoje.",
    noSignature: "Assine pelo menos uma vez.",
    notAnOption: "Escolha uma das opções.",
    notTrueOrFalse: "Este valor não pode ser usado aqui.",
    notText: "Este valor não pode ser usado aqui.",
    unstorable: "Contém um caractere que não pode ser salvo.",
    longLine: "É muito longo. Use menos caracteres.",
    longText: "É muito longo. Use menos caracteres.",
    severalLines: "Use apenas uma linha.",
    manyLines: "Use menos linhas.",
    notAnImage: "Não é uma imagem PNG legível.",
    doesNotFit: "É muito longo para o campo.",
  },
};

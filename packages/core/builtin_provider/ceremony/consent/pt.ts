/** The consent text in Portuguese. */
export const pt = [
  "Ao aceitar, concorda em ler este documento e em assiná-lo ou aprová-lo eletronicamente. A " +
    "sua assinatura eletrônica vale como se tivesse assinado à mão. Isto aplica-se apenas a este " +
    "documento.",
  "Não é obrigatório aceitar. É possível escolher “Recusar” ou fechar esta página e pedir ao " +
    "remetente o documento em papel. Pode mudar de ideia a qualquer momento até concluir; a " +
    "única consequência é que o documento não é assinado. Para retirar o consentimento mais " +
    "tarde, escreva ao remetente.",
  "São necessários um navegador atual e um endereço de e-mail, bem como um programa que abra " +
    "PDF para a sua cópia. Quando todos os destinatários tiverem assinado, receberá um e-mail " +
    "com um link para o documento concluído: poderá fazer o download, guardá-lo e imprimi-lo. " +
    "Para uma cópia em papel ou para corrigir o seu endereço de e-mail, fale com o remetente.",
  "Como prova, registramos o seu nome e endereço de e-mail, quando recebeu o convite, abriu o " +
    "documento, deu este consentimento e concluiu, o seu endereço IP e navegador, e o que " +
    "preencheu e assinou. O remetente e todos os destinatários do documento concluído podem ver " +
    "estes dados.",
].join("\n\n");
